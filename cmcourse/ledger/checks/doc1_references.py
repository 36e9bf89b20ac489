"""What document 1 prints in its references, and what its rows compare there."""

# Years of an entry: that of the conference or in its name, and that of the print.
YEARS_OF_PROCEEDINGS = {
    8: (2018, 2008),
    9: (2004, 2004),
    10: (2015, 2015),
    11: (2015, 2015),
    20: (2018, 2018),
    21: (2019, 2019),
    32: (2005, 2015),
}
# Year, volume with issue, pages: in the list of references, and in its Chinese part.
TWICE_LISTED = {
    5: (("2019", "49(10)", "1369-1382"), ("2019", "49(10)", "1369-1382")),
    29: (("2010", "20(1)", "46-49"), ("2010", "20(1)", "46-49")),
    30: (("2011", "24(4)", "10-12"), ("2011", "24(4)", "10-12")),
    31: (("2016", "", ""), ("2016", "", "")),
    32: (("2015", "", "525-530"), ("2005", "", "525-530")),
}
TITLES_10_TO_32 = {
    10: "Person count localization in videos from noisy foreground and detections",
    11: "Design and accuracy assessment of the multi-sensor weigh-in-motion system",
    12: "A new accuracy assessment method for one-class remote sensing classification",
    13: "Ecological niche partitioning between Anopheles gambiae molecular forms in Cameroon",
    14: "Estimating average precision when judgments are incomplete",
    15: "Beyond cumulated gain and average precision",
    16: "Threshold-free measures for assessing the performance of medical screening tests",
    17: "Exact expected average precision of the random baseline for system evaluation",
    18: "End-to-end training of object class detectors for mean average precision",
    19: "Mean local group average precision (mLGAP)",
    20: "Local descriptors optimized for average precision",
    21: "Learning with average precision: training image retrieval with a listwise loss",
    22: "An insight into the effects of class imbalance and sampling on classification accuracy",
    23: "A delay metric for video object detection: what average precision fails to tell",
    24: "Classification method, spectral diversity, band combination and accuracy assessment",
    25: "An experimental comparison of performance measures for classification",
    26: "A balanced approach to the multi-class imbalance problem",
    27: "A novel protocol for accuracy assessment in classification of very high resolution images",
    28: "A review of soft classification approaches on satellite image and accuracy assessment",
    29: "A study on accuracy evaluation method for multi-label classifier",
    30: "Research on accuracy evaluation of classifier",
    31: "Researches on performance evaluation of classifier based on AUC",
    32: "A new measure in classification learning system",
}
# Titles of the works from which the method is said to come, as far as they say so.
TITLES_7_TO_9 = {
    7: "Problem and improvement of R-values applied to assessment of earthquake forecast",
    8: "A novel protocol for accuracy assessment in classification of very high resolution "
    "multispectral and SAR images",
    9: "A new approach to evaluate the accuracy of image classification result R'",
}
# Preprints: number at arXiv (year and month, then a counter), and the year in the list.
ARXIV_YEARS = {15: ("1209.4479", 2012), 19: ("1811.09763", 2018), 23: ("1908.06368", 2019)}
